package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.setting.PlanFiles;
import io.github.swipestorm.client.workload.IndexedRandom;
import io.github.swipestorm.client.workload.Requests;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataFileTest {

    @TempDir
    Path directory;

    private DataFile open(String name, String content, DataOrder order) throws IOException {
        return DataFile.open(Files.writeString(directory.resolve(name), content), order, PlanFiles.ON_DISK);
    }

    private static List<String> cells(DataFile file, int column, long count) {
        DataFile.Cursor cursor = file.cursor(1);
        return LongStream.range(0, count)
                .mapToObj(i -> {
                    Bytes out = new Bytes();
                    cursor.put(i, column, Escape.NONE, out);
                    return new String(out.copy(), UTF_8);
                })
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n"})
    void csv_is_read_as_rfc_4180_says(String end) throws IOException {
        DataFile file = open(
                "a.csv",
                String.join(
                        end,
                        "\uFEFFname, text",
                        "plain,a b",
                        "\"quoted, comma\",\"a \"\"quote\"\"\"",
                        "",
                        "\"two" + end + "lines\",\u0000\\é\uD83D\uDE00"),
                DataOrder.SEQUENTIAL);

        assertThat(file.columns()).containsExactly("name", "text");
        assertThat(file.rows()).isEqualTo(3);
        assertThat(cells(file, 0, 4)).containsExactly("plain", "quoted, comma", "two" + end + "lines", "plain");
        assertThat(cells(file, 1, 3)).containsExactly("a b", "a \"quote\"", "\u0000\\é\uD83D\uDE00");
    }

    @Test
    void json_lines_have_the_columns_of_the_first_line() throws IOException {
        DataFile file = open(
                "a.jsonl",
                "{\"s\": \"a\\u0000\\\"\", \"n\": 5, \"o\": {\"x\": [1]}}\n\n{\"o\": null, \"n\": 1.50, \"s\": \"\", \"more\": 1}",
                DataOrder.SEQUENTIAL);

        assertThat(file.columns()).containsExactly("s", "n", "o");
        assertThat(cells(file, 0, 2)).containsExactly("a\u0000\"", "");
        assertThat(cells(file, 1, 2)).containsExactly("5", "1.50");
        assertThat(cells(file, 2, 2)).containsExactly("{\"x\":[1]}", "null");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.csv  | 'name,age\nx,1\ny,2,3\n' | :3: there are 3 cells, and the first line names 2 columns",
                "a.csv  | 'name\n\"x\n'            | :2: a quote is not closed",
                "a.csv  | 'name,name\nx,y\n'       | :1: the first line must have a name of its own for each column",
                "a.csv  | 'name\n'                 | has no rows: write the columns' names",
                "a.csv  | ''                       | has no rows",
                "a.jsonl| '{\"a\":1}\n{\"b\":1}\n' | :2: 'a' is missing, which the first line has",
                "a.jsonl| '{\"a\":1\n'             | :1: it is not JSON",
                "a.jsonl| '[1]\n'                  | :1: it is not a JSON object",
                "a.txt  | x                        | is neither CSV nor JSON lines",
            })
    void what_is_wrong_with_a_file_is_found_when_it_is_opened(String name, String content, String message) {
        assertThatThrownBy(() -> open(name, content.replace("\\n", "\n"), DataOrder.SEQUENTIAL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void a_file_that_is_not_utf_8_is_refused() throws IOException {
        Path file = Files.write(directory.resolve("latin1.csv"), new byte[] {'a', '\n', (byte) 0xE9, '\n'});

        assertThatThrownBy(() -> DataFile.open(file, DataOrder.SEQUENTIAL, PlanFiles.ON_DISK))
                .hasMessageContaining(":2: it is not UTF-8");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 64, 1_000, 1_025})
    void shuffled_rows_are_permutations_and_another_one_in_each_round(long count) throws IOException {
        StringBuilder csv = new StringBuilder("n\n");
        LongStream.range(0, count).forEach(i -> csv.append(i).append('\n'));
        DataFile file = open("n.csv", csv.toString(), DataOrder.SHUFFLED);
        IndexedRandom random = new IndexedRandom(9);
        List<List<Long>> rounds = new ArrayList<>();
        for (long round = 0; round < 3; round++) {
            long first = round * count;
            rounds.add(LongStream.range(first, first + count)
                    .mapToObj(i -> file.row(i, random))
                    .toList());
        }

        Set<Long> all = new HashSet<>(LongStream.range(0, count).boxed().toList());
        assertThat(rounds).allSatisfy(rows -> assertThat(new HashSet<>(rows)).isEqualTo(all));
        if (count >= 64) {
            assertThat(rounds.get(0))
                    .isNotEqualTo(rounds.get(1))
                    .isNotEqualTo(all.stream().sorted().toList());
            assertThat(cells(file, 0, count)).doesNotHaveDuplicates();
        }
    }

    @Test
    void rows_of_more_blocks_than_are_kept_are_found_in_any_order() throws IOException {
        Path path = directory.resolve("large.csv");
        long rows = 30_000;
        try (BufferedWriter out = Files.newBufferedWriter(path)) {
            out.write("n,text\n");
            for (long i = 0; i < rows; i++) {
                out.write(i + ",\"" + "x".repeat((int) (i % 90)) + "\"\"" + i + "\"\n");
            }
        }
        for (DataOrder order : new DataOrder[] {DataOrder.SEQUENTIAL, DataOrder.SHUFFLED}) {
            DataFile file = DataFile.open(path, order, PlanFiles.ON_DISK, 4);
            DataFile.Cursor cursor = file.cursor(3);
            IndexedRandom random = new IndexedRandom(3);
            Bytes out = new Bytes();
            assertThat(file.rows()).isEqualTo(rows);
            for (long i = 0; i < 300; i++) {
                long index = i * 7_919 % (2 * rows);
                long row = file.row(index, random);
                out.clear();
                cursor.put(index, 0, Escape.NONE, out);
                assertThat(new String(out.copy(), UTF_8)).isEqualTo(String.valueOf(row));
                out.clear();
                cursor.put(index, 1, Escape.NONE, out);
                assertThat(new String(out.copy(), UTF_8)).isEqualTo("x".repeat((int) (row % 90)) + '"' + row);
            }
        }
    }

    @Test
    void rows_that_are_used_once_limit_the_requests() throws IOException {
        Files.writeString(directory.resolve("ids.csv"), "id\n7\n8\n9\n");
        String text = "data: {ids: {file: ids.csv, order: once}}\noperations: [{path: \"/${data.ids.id}\"}]";
        HttpWorkload workload = WorkloadFile.parse("once.yaml", directory, text, Optional.empty());
        HttpWorkload unused =
                WorkloadFile.parse("once.yaml", directory, text.replace("${data.ids.id}", "x"), Optional.empty());
        Requests requests = workload.requests(1);

        assertThat(workload.mostRequests()).hasValue(3);
        assertThat(unused.mostRequests()).isEmpty();
        assertThat(LongStream.range(0, 3)
                        .mapToObj(i -> new String(requests.request(i).path(), UTF_8)))
                .containsExactly("/7", "/8", "/9");
    }
}
