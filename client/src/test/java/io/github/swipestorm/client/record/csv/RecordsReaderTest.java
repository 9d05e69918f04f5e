package io.github.swipestorm.client.record.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordsReaderTest {
    private static final String HEADER =
            "start_us,method,latency_us,status,due_us,worker,request,attempt,failure,bytes,target\n";
    private static final String FIRST = "1700000000000001,POST,2500,201,1700000000000000,7,41,1,,17,/swipe/left/\n";
    private static final String SECOND =
            "1700000000003000,GET,30000000,,1700000000002000,8,42,2,timeout,0,\"/söme,\"\"where\"\"\n☃\"\n";
    private static final AttemptRow FIRST_ROW = new AttemptRow(
            1_700_000_000_000_001L, "POST", 2_500, 201, 1_700_000_000_000_000L, 7, 41, 1, "", 17, "/swipe/left/");
    private static final AttemptRow SECOND_ROW = new AttemptRow(
            1_700_000_000_003_000L,
            "GET",
            30_000_000,
            AttemptRow.NO_STATUS,
            1_700_000_000_002_000L,
            8,
            42,
            2,
            "timeout",
            0,
            "/söme,\"where\"\n☃");

    @TempDir
    private Path directory;

    private final List<AttemptRow> rows = new ArrayList<>();

    @Test
    void readsEveryColumn() throws IOException {
        RecordsRead read = read(HEADER + FIRST + SECOND);

        assertThat(rows).containsExactly(FIRST_ROW, SECOND_ROW);
        assertThat(read).isEqualTo(new RecordsRead(2, false, false, List.of()));
        assertThat(FIRST_ROW.ok()).isTrue();
        assertThat(SECOND_ROW.ok()).isFalse();
        assertThat(FIRST_ROW.responseTimeUs()).isEqualTo(2_501);
    }

    @Test
    void findsColumnsByNameInAnyOrderAndLineBreaksOfAnyKind() throws IOException {
        read("\uFEFFtarget,extra,bytes,failure,attempt,request,worker,due_us,status,latency_us,method,start_us\r\n"
                + "/swipe/left/,?,17,,1,41,7,1700000000000000,201,2500,POST,1700000000000001\r\n");

        assertThat(rows).containsExactly(FIRST_ROW);
    }

    @Test
    void aFileWithFewerColumnsIsReadAndWhatIsMissingIsTold() throws IOException {
        RecordsRead read = read("start_us,latency_us,status,attempt\n1000,2500,201,7\n2000,30,,1\n");

        assertThat(rows)
                .containsExactly(
                        new AttemptRow(1_000, "", 2_500, 201, 1_000, AttemptRow.UNKNOWN, 0, 1, "", -1, ""),
                        new AttemptRow(2_000, "", 30, AttemptRow.NO_STATUS, 2_000, -1, 1, 1, "", -1, ""));
        assertThat(read.missing())
                .containsExactly("method", "due_us", "worker", "request", "attempt", "failure", "bytes", "target");
    }

    @Test
    void unpacksGzipWhateverTheFileIsCalled() throws IOException {
        for (String name : List.of("records.csv.gz", "records.csv")) {
            rows.clear();
            assertThat(read(name, gzip(HEADER + FIRST + SECOND)).cutOff()).isFalse();
            assertThat(rows).containsExactly(FIRST_ROW, SECOND_ROW);
        }
        rows.clear();
        read("records.csv.gz", (HEADER + FIRST).getBytes(StandardCharsets.UTF_8));
        assertThat(rows).containsExactly(FIRST_ROW);
    }

    @Test
    @Tag("fault")
    @DisplayName("A records file is cut off at any byte -> every whole row before is read")
    void aFileCutOffAtAnyByteOfItsLastRowIsReadUpToTheRowBefore() throws IOException {
        byte[] whole = (HEADER + FIRST + SECOND).getBytes(StandardCharsets.UTF_8);
        int lastRow = (HEADER + FIRST).getBytes(StandardCharsets.UTF_8).length;
        for (int length = lastRow + 1; length < whole.length; length++) {
            rows.clear();
            RecordsRead read = read("records.csv", Arrays.copyOf(whole, length));

            assertThat(rows).as("cut after %s bytes", length).containsExactly(FIRST_ROW);
            assertThat(read.cutOff()).as("cut after %s bytes", length).isTrue();
        }
        assertThat(read("records.csv", Arrays.copyOf(whole, lastRow)).cutOff()).isFalse();
    }

    @Test
    @Tag("fault")
    @DisplayName("A compressed records file is cut off at any byte -> whole rows only are read")
    void packedDataCutOffAnywhereGiveWholeRowsOnly() throws IOException {
        StringBuilder text = new StringBuilder(HEADER);
        for (int i = 0; i < 400; i++) {
            text.append(FIRST.replace("2500", Integer.toString(i * 7919)));
        }
        byte[] packed = gzip(text.toString());
        int most = 0;
        for (int length = 200; length < packed.length; length += 7) {
            rows.clear();
            RecordsRead read = read("records.csv.gz", Arrays.copyOf(packed, length));

            assertThat(read.cutOff()).isTrue();
            assertThat(rows)
                    .hasSizeGreaterThanOrEqualTo(most)
                    .allMatch(row -> row.target().equals("/swipe/left/"));
            for (int i = 0; i < rows.size(); i++) {
                assertThat(rows.get(i).latencyUs()).isEqualTo(i * 7919L);
            }
            most = rows.size();
        }
        assertThat(most).isGreaterThan(300);
    }

    @Test
    void readsTheReferenceStudysFourColumns() throws IOException {
        RecordsRead read = read("1602000000123,POST,17,201\n1602000000140, POST ,4141,500\n");

        assertThat(rows)
                .containsExactly(
                        new AttemptRow(
                                1_602_000_000_123_000L,
                                "POST",
                                17_000,
                                201,
                                1_602_000_000_123_000L,
                                -1,
                                0,
                                1,
                                "",
                                -1,
                                ""),
                        new AttemptRow(
                                1_602_000_000_140_000L,
                                "POST",
                                4_141_000,
                                500,
                                1_602_000_000_140_000L,
                                -1,
                                1,
                                1,
                                "",
                                -1,
                                ""));
        assertThat(read).isEqualTo(new RecordsRead(2, false, true, List.of()));
    }

    @Test
    void readsTheReferenceStudysFourColumnsUnderAHeader() throws IOException {
        read("startTime,requestType,latency,responseCode\n1602000000123,POST,17,201\n1602000000140,PO");

        assertThat(rows).extracting(AttemptRow::latencyUs).containsExactly(17_000L);
    }

    @Test
    void aHeaderAloneIsARunWithoutAttempts() throws IOException {
        assertThat(read(HEADER)).isEqualTo(new RecordsRead(0, false, false, List.of()));
        assertThat(read(HEADER.strip())).isEqualTo(new RecordsRead(0, true, false, List.of()));
    }

    @Test
    void aMalformedRowIsNamedByFileAndLine() {
        assertFails(
                HEADER + FIRST + FIRST.replace("2500", "fast") + FIRST, "records.csv, line 3: latency_us is \"fast\"");
        assertFails(HEADER + FIRST.replace("2500", "-1") + FIRST, "records.csv, line 2: latency_us is \"-1\"");
        assertFails(HEADER + SECOND + FIRST.replace("201", "20") + FIRST, "records.csv, line 4: status is \"20\"");
        assertFails(HEADER + "1,2,3\n" + FIRST, "records.csv, line 2: 3 fields instead of 11");
        assertFails(HEADER + FIRST + FIRST.replace("\n", ",\n"), "records.csv, line 3: 12 fields instead of 11");
        assertFails(HEADER + FIRST + FIRST.replace("POST", "\"PO\"ST") + FIRST, "after line 2 it is not CSV");
        assertFails("1602000000123,POST,17,201\n1602000000140,POST,oops,201\n", "line 2: the latency is \"oops\"");
    }

    @Test
    void aQuotationMarkThatIsNeverClosedDoesNotHideTheRowsBehindIt() {
        assertFails(HEADER + FIRST + FIRST.replace("/swipe", "\"/swipe") + FIRST + FIRST, "line 3: a quotation mark");
    }

    @Test
    void whatIsNotARecordsFileIsSaidInOneLineWithTheRemedy() {
        assertFails("", "records.csv: it is empty; give the records.csv");
        assertFails("hello\n", "records.csv, line 1: neither a header");
        assertFails("hello", "records.csv, line 1: neither a header");
        assertFails("a,b,c\n1,2,3\n", "neither a header");
        assertFails("\"" + "x".repeat(2_000_000), "neither a header");
        assertFails("a\"\0\u0001\u0002\n\"b\"c\n", "neither a header");
        assertFails(HEADER.replace("latency_us,", "").replace(",status", ""), "the header lacks latency_us, status");
        assertFails("when,what,how long,code\nnoon,tea,1,2\n", "line 2: the start time is \"noon\"");
    }

    @Test
    void damagedPackedDataAreAnErrorAndNotAnEnd() throws IOException {
        byte[] packed = gzip(HEADER + FIRST.repeat(50) + SECOND);
        packed[packed.length - 6] ^= 1;
        assertThatThrownBy(() -> read("records.csv.gz", packed))
                .isInstanceOf(BadRecordsException.class)
                .hasMessageContaining("records.csv.gz: its gzip data are damaged");
        packed[2] = 1;
        assertThatThrownBy(() -> read("records.csv.gz", packed))
                .isInstanceOf(BadRecordsException.class)
                .hasMessageContaining("records.csv.gz: its gzip data are damaged");
    }

    private void assertFails(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(BadRecordsException.class)
                .hasMessageContaining(message)
                .hasMessageMatching("[^\\n\\r]*")
                .hasMessageMatching(".*(give the records|take that row out).*");
    }

    private RecordsRead read(String text) throws IOException {
        return read("records.csv", text.getBytes(StandardCharsets.UTF_8));
    }

    private RecordsRead read(String name, byte[] content) throws IOException {
        return RecordsReader.read(Files.write(directory.resolve(name), content), rows::add);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }
}
