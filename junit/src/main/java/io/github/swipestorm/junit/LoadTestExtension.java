package io.github.swipestorm.junit;

import static org.junit.platform.commons.support.HierarchyTraversalMode.BOTTOM_UP;

import io.github.swipestorm.LoadResult;
import io.github.swipestorm.Swipestorm;
import io.github.swipestorm.client.setting.Times;
import io.github.swipestorm.client.workload.Workload;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** Sends the load of a {@link LoadTest} right before its method, to which it gives the result. */
final class LoadTestExtension implements BeforeTestExecutionCallback, ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(LoadTestExtension.class);

    @Override
    public void beforeTestExecution(ExtensionContext context) throws IOException, InterruptedException {
        LoadTest asked = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), LoadTest.class)
                .orElseThrow();
        io.github.swipestorm.LoadTest load = load(asked, context);
        Path output = newDirectory(context);
        LoadResult result = load.output(output).run();
        result.page()
                .ifPresent(page -> context.publishReportEntry(
                        "swipestorm.report", page.toAbsolutePath().toString()));
        context.getStore(NAMESPACE).put(LoadResult.class, result);
        if (!asked.require().isEmpty()) {
            result.require(asked.require());
        }
    }

    private static io.github.swipestorm.LoadTest load(LoadTest asked, ExtensionContext context) {
        io.github.swipestorm.LoadTest load =
                Swipestorm.load(url(asked, context)).workers(asked.users());
        if (asked.path().isEmpty() == asked.workload().isEmpty()) {
            throw new ExtensionConfigurationException("@LoadTest of " + name(context)
                    + " needs a path or a workload, and " + (asked.path().isEmpty() ? "has neither" : "has both"));
        }
        if (asked.path().isEmpty()) {
            workload(load, asked.workload(), context);
        } else {
            load.get(asked.path());
        }
        if (!asked.duration().isEmpty()) {
            load.duration(Times.parse(asked.duration()));
        }
        if (asked.requests() != 0) {
            load.requests(asked.requests());
        }
        if (!asked.warmUp().isEmpty()) {
            load.warmUp(Times.parse(asked.warmUp()));
        }
        if (!asked.rate().isEmpty()) {
            load.rate(asked.rate());
        }
        if (!asked.transport().isEmpty()) {
            load.transport(asked.transport());
        }
        if (!asked.require().isEmpty()) {
            load.objectives(asked.require());
        }
        return load;
    }

    private static String url(LoadTest asked, ExtensionContext context) {
        List<Member> members = members(context, member -> AnnotationSupport.isAnnotated(member, BaseUrl.class));
        if (members.size() + (asked.url().isEmpty() ? 0 : 1) != 1) {
            throw new ExtensionConfigurationException("@LoadTest of " + name(context)
                    + " needs one URL of a server: its url, or one field or method with @BaseUrl; it has "
                    + (members.isEmpty() && asked.url().isEmpty() ? "none" : "several"));
        }
        if (!asked.url().isEmpty()) {
            return asked.url();
        }
        Object value = value(members.get(0), context);
        Object url = value instanceof Supplier<?> supplier ? supplier.get() : value;
        if (url == null) {
            throw new ExtensionConfigurationException(
                    "@BaseUrl on '" + members.get(0).getName() + "' of " + name(context) + " gave null");
        }
        return url.toString();
    }

    private static void workload(io.github.swipestorm.LoadTest load, String text, ExtensionContext context) {
        List<Member> members = members(
                context,
                member -> member instanceof Member named && named.getName().equals(text));
        if (members.isEmpty()) {
            load.workload(text);
        } else if (value(members.get(0), context) instanceof Workload workload) {
            load.workload(workload);
        } else {
            throw new ExtensionConfigurationException("'" + text + "', the workload of " + name(context)
                    + ", is a member of its class that gives no Workload");
        }
    }

    /** Fields, and methods without parameters, of the test class and those that it extends or is nested in, its own first. */
    private static List<Member> members(ExtensionContext context, Predicate<AnnotatedElement> which) {
        for (Class<?> type = context.getRequiredTestClass(); type != null; type = type.getEnclosingClass()) {
            Stream<Field> fields = ReflectionSupport.streamFields(type, which::test, BOTTOM_UP);
            Stream<Method> methods = ReflectionSupport.streamMethods(
                    type, method -> method.getParameterCount() == 0 && which.test(method), BOTTOM_UP);
            List<Member> found = Stream.<Member>concat(fields, methods).toList();
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of();
    }

    private static Object value(Member member, ExtensionContext context) {
        Object instance = context.getRequiredTestInstances()
                .findInstance(member.getDeclaringClass())
                .orElse(null);
        try {
            return member instanceof Field field
                    ? ReflectionSupport.tryToReadFieldValue(field, instance).get()
                    : ReflectionSupport.invokeMethod((Method) member, instance);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ExtensionConfigurationException(
                    "'" + member.getName() + "' of " + name(context) + " cannot be read", e);
        }
    }

    /** The directory of a run; runs of one test are numbered. */
    private static Path newDirectory(ExtensionContext context) throws IOException {
        Path parent = context.getConfigurationParameter("swipestorm.output")
                .map(Path::of)
                .orElseGet(() -> Path.of(Files.exists(Path.of("pom.xml")) ? "target" : "build", "swipestorm"));
        Files.createDirectories(parent);
        for (int number = 1; ; number++) {
            try {
                return Files.createDirectory(parent.resolve(name(context) + (number == 1 ? "" : "-" + number)));
            } catch (FileAlreadyExistsException e) {
                // That of an earlier run, or of a test of the same name in another JVM.
            }
        }
    }

    private static String name(ExtensionContext context) {
        return context.getRequiredTestClass().getSimpleName() + "."
                + context.getRequiredTestMethod().getName();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == LoadResult.class;
    }

    @Override
    public LoadResult resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(NAMESPACE).get(LoadResult.class, LoadResult.class);
    }
}
