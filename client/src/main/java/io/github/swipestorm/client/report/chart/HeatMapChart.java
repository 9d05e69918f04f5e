package io.github.swipestorm.client.report.chart;

import io.github.swipestorm.client.measure.LatencyHeatMap;
import io.github.swipestorm.client.report.chart.Canvas.Anchor;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the latencies lay while the run went on: a cell for each stretch of time and range of latency, in a stronger colour
 * where values are denser. Colours are those of one hue, so that the eye and a printer without colours can order them; from
 * one to the next the density grows by one factor. Rows are not quite of one height on a logarithmic scale, so it is not the
 * count of a cell that is shown, but what it would be in an eighth of a doubling.
 */
public final class HeatMapChart implements Chart {
    private static final double LEFT = 84;
    private static final double RIGHT = 24;
    private static final int SHADES = 8;
    /** A single value must be seen. */
    private static final double FAINTEST = 0.2;

    private static final double SWATCH = 14;

    private final String title;
    private final LatencyHeatMap map;
    private final Window shown;
    private final int firstRow;
    private final int endRow;
    private final double most;

    /** @param shown the time that the picture shows */
    public HeatMapChart(String title, LatencyHeatMap map, Window shown) {
        this.title = title;
        this.shown = shown;
        this.map = map;
        int first = map.rows();
        int end = 0;
        double highest = 0;
        for (int row = 0; row < map.rows(); row++) {
            for (int column = 0; column < map.columns(); column++) {
                if (map.count(column, row) > 0) {
                    first = Math.min(first, row);
                    end = row + 1;
                    highest = Math.max(highest, density(column, row));
                }
            }
        }
        this.firstRow = first;
        this.endRow = end;
        this.most = highest;
    }

    @Override
    public int height() {
        return 420;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String description() {
        return most == 0
                ? "No latencies."
                : NumberFormat.count(map.count()) + " response times over " + map.columns() + " stretches of "
                        + columnLength() + ", from " + NumberFormat.milliseconds(map.lowestUs(firstRow)) + " to "
                        + NumberFormat.milliseconds(map.lowestUs(endRow)) + " ms.";
    }

    private String columnLength() {
        return map.columnUs() < 1_000_000
                ? NumberFormat.plain(map.columnUs() / 1e3) + " ms"
                : NumberFormat.plain(map.columnUs() / 1e6) + " s";
    }

    @Override
    public void paint(Canvas canvas) {
        double legend = Chart.paintHead(canvas, title, List.of(), LEFT);
        double top = legend + 18;
        Panel panel = new Panel(
                LEFT,
                top,
                WIDTH - LEFT - RIGHT,
                height() - top - 56,
                Axis.time(shown.from(), shown.to()),
                Axis.logarithmic("response time (ms, logarithmic)", ms(firstRow), ms(endRow)));
        panel.paintFrame(canvas, true);
        if (most == 0) {
            canvas.text(
                    LEFT + panel.width() / 2, top + panel.height() / 2, "no latencies", Anchor.MIDDLE, 14, false, INK);
            return;
        }
        paintLegend(canvas, legend);
        for (int shade = 1; shade <= SHADES; shade++) {
            cellsOf(shade, panel).paint(canvas, opacity(shade));
        }
    }

    private double ms(int row) {
        return most == 0 ? 1 : Math.max(1, map.lowestUs(row)) / 1e3;
    }

    private void paintLegend(Canvas canvas, double y) {
        canvas.text(LEFT, y, "1", Anchor.START, 12, false, INK);
        double x = LEFT + 12;
        for (int shade = 1; shade <= SHADES; shade++) {
            canvas.rectangle(x, y - 11, SWATCH, SWATCH, BLUE, opacity(shade));
            x += SWATCH;
        }
        canvas.text(
                x + 5,
                y,
                NumberFormat.count(Math.round(most)) + (Math.round(most) == 1 ? " answer" : " answers") + " within "
                        + columnLength() + " and an eighth of a doubling of latency",
                Anchor.START,
                12,
                false,
                INK);
    }

    private static double opacity(int shade) {
        return FAINTEST + (1 - FAINTEST) * (shade - 1) / (SHADES - 1);
    }

    /** Values in an eighth of a doubling of latency; below 8 us, where a row is a microsecond, those of the row. */
    private double density(int column, int row) {
        long low = map.lowestUs(row);
        double eighths = low < 8 ? 1 : 8 * Math.log((double) map.lowestUs(row + 1) / low) / Math.log(2);
        return map.count(column, row) / eighths;
    }

    /** 0 for no value, then 1 to {@link #SHADES}, in equal steps of the logarithm. */
    private int shadeOf(double density) {
        if (density == 0) {
            return 0;
        }
        double share = most <= 1 ? 1 : Math.log(Math.max(1, density)) / Math.log(most);
        return 1 + (int) Math.min(SHADES - 1, share * SHADES);
    }

    /** Neighbours of one shade in a row become one rectangle. */
    private Cells cellsOf(int shade, Panel panel) {
        Cells cells = new Cells();
        double seconds = map.columnUs() / 1e6;
        for (int row = firstRow; row < endRow; row++) {
            int from = -1;
            for (int column = 0; column <= map.columns(); column++) {
                boolean inside = column < map.columns() && shadeOf(density(column, row)) == shade;
                if (inside && from < 0) {
                    from = column;
                } else if (!inside && from >= 0) {
                    cells.add(
                            panel.x(from * seconds), panel.y(ms(row + 1)), panel.x(column * seconds), panel.y(ms(row)));
                    from = -1;
                }
            }
        }
        return cells;
    }

    private static final class Cells {
        private final List<double[]> edges = new ArrayList<>();

        void add(double left, double top, double right, double bottom) {
            edges.add(new double[] {left, top, right, bottom});
        }

        void paint(Canvas canvas, double opacity) {
            canvas.cells(edge(0), edge(1), edge(2), edge(3), BLUE, opacity);
        }

        private double[] edge(int which) {
            return edges.stream().mapToDouble(cell -> cell[which]).toArray();
        }
    }
}
