package io.github.swipestorm.client.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.report.store.ThroughputCsv;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.text.NumberFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportTextsTest {
    @TempDir
    private Path directory;

    @Test
    void summaryOfARun() throws IOException {
        Golden.assertIs("summary.txt", text(RecordsFile.ofARun(5)));
    }

    @Test
    void summaryOfNothing() throws IOException {
        Golden.assertIs("summary-of-nothing.txt", text(new RecordsFile()));
    }

    @Test
    void noRunMakesTheSummarySayWhatIsNoNumber() throws IOException {
        List<RecordsFile> odd = List.of(
                new RecordsFile(),
                new RecordsFile().attempt(0, 0, 201, 0, 0, 1),
                new RecordsFile().attempt(0, 5, 201, 0, 0, 1),
                new RecordsFile().failure(0, 0, "connect", 0, 0, 1),
                new RecordsFile().attempt(0, 0, 503, 0, 0, 1).attempt(0, 0, 503, 0, 0, 2));
        for (RecordsFile file : odd) {
            String text = text(file);
            assertThat(text).doesNotContainIgnoringCase("nan").doesNotContainIgnoringCase("infinity");
            assertThat(text).doesNotContain("\u221e").doesNotContainPattern("-\\d");
        }
    }

    @Test
    void summaryDoesNotPassControlCharactersToTheTerminal() throws IOException {
        RecordsFile file = new RecordsFile().failure(0, 5, "\u001b[2J", 0, 0, 1);

        assertThat(text(file)).contains("  ?[2J").doesNotContain("\u001b");
    }

    @Test
    void throughputCsvHasARowForEverySecond() throws IOException {
        RecordsFile file = new RecordsFile()
                .attempt(0, 1_500, 201, 0, 0, 1)
                .attempt(10, 2_000, 201, 1, 1, 1)
                .attempt(900_000, 2_200_000, 503, 0, 2, 1)
                .attempt(3_200_000, 700, 201, 0, 2, 2);
        Path csv = directory.resolve("throughput.csv");
        ThroughputCsv.write(csv, analyze(file).seconds());

        assertThat(Files.readString(csv))
                .isEqualTo(
                        "second,started,ok_by_start,failed_by_start,ok,failed,retries,mean_us,p50_us,p99_us,max_us,in_flight,response_p50_us,response_p95_us,response_p99_us,ok_bytes\n"
                                + "0,3,2,1,2,0,0,1750,1500,2000,2000,1,1503,2000,2000,34\n"
                                + "1,0,0,0,0,0,0,,,,,1,,,,0\n"
                                + "2,0,0,0,0,0,0,,,,,1,,,,0\n"
                                + "3,1,1,0,1,1,1,700,700,700,700,0,700,700,700,17\n");
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "-0.0001,0", "1234567.5,1234567.5", "0.0004,0", "0.001,0.001", "100,100", "2.25,2.25"})
    void plainNumbersHaveNoSeparatorsAndNoNeedlessZeros(double number, String text) {
        assertThat(NumberFormat.plain(number)).isEqualTo(text);
    }

    @Test
    void plainNumbersAreThoseThatAFormatGives() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            double size = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(14));
            // Both kinds: numbers of few decimals, and those that have to be rounded.
            double number = i % 2 == 0 ? Math.rint(size * 1e3) / 1e3 : size;
            String formatted = String.format(Locale.ROOT, "%.3f", number).replaceFirst("\\.?0+$", "");
            assertThat(NumberFormat.plain(number)).isEqualTo(formatted.matches("-?0?") ? "0" : formatted);
        }
    }

    private String text(RecordsFile file) throws IOException {
        RecordsAnalysis analysis = analyze(file);
        return SummaryText.of(analysis.figures(), analysis.notes());
    }

    private RecordsAnalysis analyze(RecordsFile file) throws IOException {
        return RecordsAnalysis.of(file.writeTo(directory), Window.WHOLE, OptionalLong.empty());
    }
}
