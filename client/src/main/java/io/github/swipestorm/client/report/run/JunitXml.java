package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.RunDocument.Judged;
import io.github.swipestorm.client.text.SafeText;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The objectives of a run as test cases, in the XML that Surefire writes and CI servers read. A missed objective is a failure, an
 * inconclusive one is skipped. A run that ended early, or whose sums do not come out, is an error besides.
 */
public final class JunitXml {

    private static final String SUITE = "swipestorm";

    private JunitXml() {}

    /**
     * The whole file.
     *
     * @param name of the run, which becomes the class of its test cases
     */
    public static String of(RunDocument run, String name) {
        List<Judged> objectives = run.findings().objectives();
        List<String> errors = Stream.concat(
                        TerminationNotice.of(run).stream(),
                        run.findings().violations().stream().map(text -> "the numbers do not add up: " + text))
                .toList();
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", SafeText.plain(SUITE + "." + name));
            xml.writeAttribute("time", seconds(run.figures().wallTimeSeconds()));
            xml.writeAttribute("tests", Integer.toString(objectives.size() + (errors.isEmpty() ? 0 : 1)));
            xml.writeAttribute("errors", errors.isEmpty() ? "0" : "1");
            xml.writeAttribute("skipped", Long.toString(count(objectives, Optional.empty())));
            xml.writeAttribute("failures", Long.toString(count(objectives, Optional.of(false))));
            if (!errors.isEmpty()) {
                xml.writeCharacters("\n  ");
                testCase(xml, name, "the run is complete and consistent", run);
                problem(xml, "error", errors.get(0), String.join("\n", errors));
                xml.writeEndElement();
            }
            for (Judged objective : objectives) {
                xml.writeCharacters("\n  ");
                testCase(xml, name, objective.objective(), run);
                outcome(xml, objective, run);
                xml.writeEndElement();
            }
            xml.writeCharacters("\n");
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
        return text + "\n";
    }

    private static long count(List<Judged> objectives, Optional<Boolean> met) {
        return objectives.stream().filter(judged -> judged.met().equals(met)).count();
    }

    private static void testCase(XMLStreamWriter xml, String run, String name, RunDocument document)
            throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("name", SafeText.plain(name));
        xml.writeAttribute("classname", SafeText.plain(SUITE + "." + run));
        xml.writeAttribute("time", seconds(document.figures().wallTimeSeconds()));
    }

    private static void outcome(XMLStreamWriter xml, Judged objective, RunDocument run) throws XMLStreamException {
        String measured = run.measured(objective);
        if (objective.met().isEmpty()) {
            xml.writeEmptyElement("skipped");
            xml.writeAttribute(
                    "message",
                    SafeText.plain("inconclusive, " + measured + ": "
                            + run.findings().inconclusive().orElse("")));
        } else if (!objective.met().get()) {
            String text = objective.objective() + " missed: " + measured;
            String verdict = run.findings()
                    .verdict()
                    .map(known -> "\nverdict: " + known.bound() + ", " + known.evidence())
                    .orElse("");
            problem(xml, "failure", text, text + verdict);
        } else {
            xml.writeStartElement("system-out");
            xml.writeCharacters(measured);
            xml.writeEndElement();
        }
    }

    private static void problem(XMLStreamWriter xml, String element, String message, String text)
            throws XMLStreamException {
        xml.writeStartElement(element);
        xml.writeAttribute("message", SafeText.plain(message));
        xml.writeAttribute("type", element.equals("failure") ? "objective missed" : "run error");
        xml.writeCharacters(text.lines().map(SafeText::plain).reduce("", (all, line) -> all + line + "\n"));
        xml.writeEndElement();
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }
}
