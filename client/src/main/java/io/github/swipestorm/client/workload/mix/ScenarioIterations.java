package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.workload.IndexedRandom;
import io.github.swipestorm.client.workload.Iterations;
import io.github.swipestorm.client.workload.VirtualUser;
import io.github.swipestorm.client.workload.WordPool;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The iterations of an {@link HttpWorkload} with scenarios. Which scenario an iteration executes, its think times and random values
 * follow from the seed and the iteration's index; the random values of a request from its number in the iteration as well, so that
 * they do not depend on which other steps are done. Thread-safe.
 */
final class ScenarioIterations implements Iterations {

    /** These keep random numbers apart that have different uses. */
    private static final long CHOICES = 0x7363_656e_6172_696fL;

    private static final long PAUSES = 0x7061_7573_6573L;
    private static final long MATCHES = 0x6d61_7463_6865_73L;
    private static final long SETUP = 0x6265_666f_7265L;
    private static final long TEARDOWN = 0x6166_7465_72L;
    /** Stands for a value that no response has given, where none is expected to. */
    private static final byte[] SUBSTITUTE = "substitute".getBytes(US_ASCII);

    private final HttpWorkload workload;
    private final List<Program> programs;
    private final RunContext context;
    private final boolean setup;
    private final WordPool words;
    private final int requests;
    private final int pauses;

    /**
     * What all iterations of a run share.
     *
     * @param values that steps before the run have taken from responses, by their numbers
     * @param substituting whether responses need not have what steps take from them
     */
    private record RunContext(
            long seed, InstantSource clock, Target target, AtomicReference<byte[][]> values, boolean substituting) {

        private RunContext withSeed(long other) {
            return new RunContext(other, clock, target, values, substituting);
        }
    }

    /** Iterations whose steps are all done, although responses have nothing of what they take from them. */
    static ScenarioIterations substituting(HttpWorkload workload, long seed, InstantSource clock, Target target) {
        byte[][] values = new byte[workload.values()][];
        Arrays.fill(values, SUBSTITUTE);
        return new ScenarioIterations(
                workload,
                workload.programs(),
                new RunContext(seed, clock, target, new AtomicReference<>(values), true),
                false);
    }

    ScenarioIterations(HttpWorkload workload, long seed, InstantSource clock, Target target) {
        this(
                workload,
                workload.programs(),
                new RunContext(seed, clock, target, new AtomicReference<>(new byte[workload.values()][]), false),
                false);
    }

    /** @param setup whether the values that its steps take from responses are those of the run */
    private ScenarioIterations(HttpWorkload workload, List<Program> programs, RunContext context, boolean setup) {
        this.workload = workload;
        this.programs = programs;
        this.context = context;
        this.setup = setup;
        this.words = HttpWorkload.words(context.seed);
        this.requests =
                programs.stream().mapToInt(program -> program.requests).max().orElseThrow();
        this.pauses =
                programs.stream().mapToInt(program -> program.pauses).max().orElseThrow();
    }

    @Override
    public List<String> scenarios() {
        return programs.stream().map(program -> program.name).toList();
    }

    @Override
    public boolean newConnections() {
        return programs.stream().anyMatch(program -> program.newConnections);
    }

    @Override
    public List<Double> scenarioShares() {
        return programs == workload.programs() ? workload.scenarioShares() : List.of();
    }

    @Override
    public int requestsPerIteration() {
        return requests;
    }

    @Override
    public Optional<Iterations> beforeRun() {
        return workload.beforeRun()
                .filter(steps -> !context.substituting)
                .map(steps ->
                        new ScenarioIterations(workload, List.of(steps), context.withSeed(context.seed ^ SETUP), true));
    }

    @Override
    public Optional<Iterations> afterRun() {
        return workload.afterRun()
                .filter(steps -> !context.substituting)
                .map(steps -> new ScenarioIterations(
                        workload, List.of(steps), context.withSeed(context.seed ^ TEARDOWN), false));
    }

    @Override
    public Users users() {
        Composer composer = new Composer(workload.draw(context.seed, words, context.clock));
        Numbers numbers = new Numbers(context.seed);
        return (worker, firstIteration) -> new User(composer, numbers, worker, firstIteration);
    }

    /** The users of a thread share them. */
    private static final class Numbers {

        private final IndexedRandom choices;
        private final IndexedRandom pauses;
        private final IndexedRandom matches;

        private Numbers(long seed) {
            choices = new IndexedRandom(seed ^ CHOICES);
            pauses = new IndexedRandom(seed ^ PAUSES);
            matches = new IndexedRandom(seed ^ MATCHES);
        }
    }

    /** The scenario of an iteration. */
    private int choice(long index, long iteration, IndexedRandom random) {
        if (programs.size() == 1) {
            return 0;
        }
        if (!workload.roles().isEmpty()) {
            return (int) Math.floorMod(index, (long) programs.size());
        }
        random.startAt(iteration);
        return workload.choice(random);
    }

    /** Reads the plan of an iteration without executing it. */
    static final class Reader {

        private final ScenarioIterations iterations;
        private final Numbers numbers;
        private final Composer composer;

        Reader(HttpWorkload workload, long seed, Composer composer) {
            iterations = new ScenarioIterations(workload, seed, InstantSource.system(), null);
            numbers = new Numbers(seed);
            this.composer = composer;
        }

        Program program(long iteration) {
            return iterations.programs.get(iterations.choice(iteration, iteration, numbers.choices));
        }

        /** Composes a request of the iteration. */
        void compose(Program.Instruction send, long iteration, int worker) {
            composer.draw.startStep(iteration * iterations.requests + send.number, iteration, worker, 0, new byte[0][]);
            composer.put(send.operation);
        }

        /** The length of a pause of the iteration. */
        long pauseNanos(Program.Instruction pause, long iteration) {
            numbers.pauses.startAt(iteration * iterations.pauses + pause.number);
            return pause.think.draw(numbers.pauses);
        }
    }

    /** Executes the program of one iteration after the other. */
    private final class User implements VirtualUser {

        private final Composer composer;
        private final Numbers numbers;
        private final int worker;
        private final long first;
        /** What {@code before} has left, by scenario; null where nothing. */
        private final Kept[] kept = new Kept[programs.size()];

        private final byte[][] values = new byte[workload.values()][];
        private Cookies ofIteration;
        private Cookies cookies;

        private long iteration;
        private long workersIteration = -1;
        private int scenario;
        private Program program;
        /** The index of the next instruction. */
        private int at;
        /** The request that is being sent, or was sent last; null at the beginning of an iteration. */
        private Program.Instruction current;
        /** How many redirects of it were followed. */
        private int redirects;

        private boolean failed;
        /** Where the last response sends the request, below the target's base path; null for nowhere. */
        private String location;
        /** The path of the current request when it follows a redirect; null for that of its operation. */
        private String redirectPath;

        /** The path of the current request; only where cookies or redirects depend on it. */
        private String sentPath;
        /** The cookies of the current request, which are those of its retries as well; null for none. */
        private byte[] cookieHeader;

        private boolean cookiesChosen;
        private long thinkNanos;
        private String problem;

        /** What a worker keeps of the steps before its first iteration of a scenario. */
        private final class Kept {

            private final byte[][] values = new byte[workload.values()][];
            private final Cookies cookies = new Cookies();
            private boolean prepared;
        }

        private User(Composer composer, Numbers numbers, int worker, long first) {
            this.composer = composer;
            this.numbers = numbers;
            this.worker = worker;
            this.first = first;
        }

        @Override
        public void begin(long index) {
            iteration = first + index;
            workersIteration++;
            scenario = choice(index, iteration, numbers.choices);
            program = programs.get(scenario);
            at = 0;
            current = null;
            problem = null;
            Kept old = kept[scenario];
            byte[][] ofRun = context.values.get();
            for (int i = 0; i < values.length; i++) {
                values[i] = old != null && old.values[i] != null ? old.values[i] : ofRun[i];
            }
            beginCookies();
        }

        private void beginCookies() {
            switch (program.cookies) {
                case OFF -> cookies = null;
                case WORKER -> cookies = kept().cookies;
                case ITERATION -> {
                    if (ofIteration == null) {
                        ofIteration = new Cookies();
                    }
                    ofIteration.copy(kept().cookies);
                    cookies = ofIteration;
                }
            }
        }

        private Kept kept() {
            if (kept[scenario] == null) {
                kept[scenario] = new Kept();
            }
            return kept[scenario];
        }

        @Override
        public int scenario() {
            return scenario;
        }

        @Override
        public Next next() {
            thinkNanos = 0;
            if (current != null && !failed && location != null) {
                redirects++;
                redirectPath = location;
                begins();
                return Next.REQUEST;
            }
            if (current != null && failed && current.onFailure != OnFailure.CONTINUE) {
                return ended(current.onFailure);
            }
            while (true) {
                Program.Instruction instruction = program.instructions[at++];
                switch (instruction.kind) {
                    case SEND -> {
                        current = instruction;
                        int missing = missing(instruction);
                        if (missing < 0) {
                            redirects = 0;
                            redirectPath = null;
                            begins();
                            return Next.REQUEST;
                        }
                        if (instruction.onFailure != OnFailure.CONTINUE) {
                            problem = "'" + instruction.operation.operation().name() + "' was not sent: it uses ${"
                                    + instruction.uses[missing] + "}, which no response has given";
                            return ended(instruction.onFailure);
                        }
                    }
                    case PAUSE -> {
                        numbers.pauses.startAt(iteration * pauses + instruction.number);
                        thinkNanos += instruction.think.draw(numbers.pauses);
                    }
                    case UNLESS_THERE -> at = values[instruction.slot] == null ? instruction.target : at;
                    case IF_THERE -> at = values[instruction.slot] != null ? instruction.target : at;
                    case IF_PREPARED ->
                        at = kept[scenario] != null && kept[scenario].prepared ? instruction.target : at;
                    case PREPARED -> kept().prepared = true;
                    case ROUND -> {}
                    case END -> {
                        if (setup) {
                            context.values.set(values.clone());
                        }
                        return Next.COMPLETED;
                    }
                }
            }
        }

        /** A request begins; until an attempt has succeeded it has failed. */
        private void begins() {
            failed = true;
            location = null;
            cookiesChosen = false;
        }

        private static Next ended(OnFailure how) {
            return switch (how) {
                case STOP_WORKER -> Next.STOP_WORKER;
                case STOP_RUN -> Next.STOP_RUN;
                default -> Next.ABANDONED;
            };
        }

        /** The first value that a request lacks, by its place in {@code uses}; -1 when it has all. */
        private int missing(Program.Instruction send) {
            for (int i = 0; i < send.slots.length; i++) {
                if (values[send.slots[i]] == null) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public long thinkNanos() {
            return thinkNanos;
        }

        @Override
        public int ordinal() {
            return current.number + redirects;
        }

        @Override
        public ComposedRequest compose() {
            composer.draw.startStep(number(), iteration, worker, workersIteration, values);
            composer.put(operation());
            if (redirectPath != null) {
                composer.replacePath(redirectPath.getBytes(US_ASCII));
            }
            if (cookies != null || current.operation.followsRedirects()) {
                sentPath = composer.pathLength() == 0
                        ? composer.operation().path()
                        : new String(composer.path(), 0, composer.pathLength(), US_ASCII);
            }
            if (cookies != null) {
                addCookies();
            }
            return composer;
        }

        private long number() {
            return iteration * requests + ordinal();
        }

        private OperationBuilder.Compiled operation() {
            return redirects == 0 ? current.operation : current.redirect;
        }

        private void addCookies() {
            if (!cookiesChosen) {
                String header = cookies.header(context.target, sentPath, context.clock.instant());
                cookieHeader = header == null ? null : ("Cookie: " + header + "\r\n").getBytes(ISO_8859_1);
                cookiesChosen = true;
            }
            if (cookieHeader != null) {
                composer.addHeaders(cookieHeader);
            }
        }

        @Override
        public Outcome received(Outcome outcome) {
            failed = true;
            location = null;
            if (!(outcome instanceof Response response)) {
                return outcome;
            }
            if (cookies != null && response.received() != null) {
                keepCookies(response.received());
            }
            if (!response.ok()) {
                return outcome;
            }
            boolean redirected =
                    current.operation.followsRedirects() && OperationBuilder.REDIRECTS.contains(response.status());
            String wrong = redirected ? redirect(response.received()) : extract(response.received());
            failed = wrong != null;
            return failed ? response.failing(wrong) : outcome;
        }

        private void keepCookies(ReceivedResponse response) {
            cookies.keep(response, context.target, sentPath, context.clock.instant());
            if (current.inBefore && program.cookies == CookieMode.ITERATION) {
                kept().cookies.keep(response, context.target, sentPath, context.clock.instant());
            }
        }

        /** Takes the step's values from a response; returns what is wrong, or null. */
        private String extract(ReceivedResponse response) {
            // For each response: without an iterator, which would allocate.
            List<OperationBuilder.Extraction> extractions = operation().extractions();
            for (int i = 0; i < extractions.size(); i++) {
                OperationBuilder.Extraction extraction = extractions.get(i);
                String value = null;
                String wrong = extraction.extractor().missing();
                try {
                    numbers.matches.startAt(number());
                    value = extraction.extractor().extract(response, numbers.matches);
                } catch (Extractor.UnreadableException e) {
                    wrong = e.getMessage();
                }
                if (value == null && context.substituting) {
                    set(extraction.slot(), SUBSTITUTE);
                    continue;
                }
                if (value == null && !extraction.extractor().isOptional()) {
                    return wrong + ", which ${" + extraction.name() + "} is taken from";
                }
                set(extraction.slot(), value == null ? null : value.getBytes(UTF_8));
            }
            return null;
        }

        private void set(int slot, byte[] value) {
            values[slot] = value;
            if (current.inBefore) {
                kept().values[slot] = value;
            }
        }

        /** Determines where a response sends the request; returns what is wrong, or null. */
        private String redirect(ReceivedResponse response) {
            String to = response.header("Location").orElse(null);
            if (to == null) {
                return "The redirect has no Location";
            }
            if (redirects == OperationBuilder.MOST_REDIRECTS) {
                return "There are more than " + OperationBuilder.MOST_REDIRECTS + " redirects; the next one is to "
                        + Redaction.of(to);
            }
            Operation operation = operation().operation();
            String method = operation.method();
            boolean repeats = response.status() == 307 || response.status() == 308;
            if (repeats && !method.equals("GET") && !method.equals("HEAD")) {
                return "Status " + response.status() + " asks to repeat " + method + " at " + Redaction.of(to)
                        + ", which is not followed";
            }
            Optional<String> path = Redirects.path(to, sentPath, operation, context.target);
            if (path.isEmpty()) {
                return "The redirect to " + Redaction.of(to) + " leaves " + context.target + ", and is not followed";
            }
            location = path.get();
            return null;
        }

        @Override
        public Optional<String> problem() {
            return Optional.ofNullable(problem);
        }

        @Override
        public long paceNanos() {
            return program.paceNanos;
        }

        @Override
        public boolean startsUnconnected() {
            return program.newConnections;
        }
    }
}
