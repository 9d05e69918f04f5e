package io.github.swipestorm.client.report.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Draws a PNG with Java2D, with two dots for each pixel so that it is sharp on fine screens. The only class that
 * touches AWT: on a JVM without it, or without fonts, making or using one throws an error or a run-time exception.
 */
public final class PngCanvas implements Canvas {
    private static final int DOTS = 2;

    private final BufferedImage image;
    private final Graphics2D graphics;

    public PngCanvas(int width, int height) {
        image = new BufferedImage(width * DOTS, height * DOTS, BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.scale(DOTS, DOTS);
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        rectangle(0, 0, width, height, 0xFFFFFF, 1);
    }

    /** The file's content; nothing can be drawn afterwards. */
    public byte[] finish() {
        graphics.dispose();
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        // ImageIO's own stream would write a temporary file first.
        try (ImageOutputStream out = new MemoryCacheImageOutputStream(png)) {
            if (!ImageIO.write(image, "png", out)) {
                throw new IllegalStateException("this JVM cannot write PNG");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return png.toByteArray();
    }

    @Override
    public void line(double[] xs, double[] ys, int rgb, Stroke stroke) {
        graphics.setColor(new Color(rgb));
        graphics.setStroke(
                switch (stroke) {
                    case HAIR -> new BasicStroke(1);
                    case SOLID -> new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND);
                    case DASHED ->
                        new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {5, 3}, 0);
                });
        graphics.draw(path(xs, ys));
    }

    @Override
    public void area(double[] xs, double[] ys, int rgb, double opacity) {
        graphics.setColor(new Color(rgb >> 16 & 0xFF, rgb >> 8 & 0xFF, rgb & 0xFF, (int) Math.round(opacity * 255)));
        Path2D path = path(xs, ys);
        path.closePath();
        graphics.fill(path);
    }

    private static Path2D path(double[] xs, double[] ys) {
        Path2D path = new Path2D.Double();
        path.moveTo(xs[0], ys[0]);
        for (int i = 1; i < xs.length; i++) {
            path.lineTo(xs[i], ys[i]);
        }
        return path;
    }

    @Override
    public void dot(double x, double y, double radius, int rgb) {
        graphics.setColor(new Color(rgb));
        graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    @Override
    public void text(double x, double y, String text, Anchor anchor, double size, boolean bold, int rgb) {
        Font font = new Font(Font.SANS_SERIF, bold ? Font.BOLD : Font.PLAIN, 1).deriveFont((float) size);
        double width =
                font.getStringBounds(text, graphics.getFontRenderContext()).getWidth();
        double before = switch (anchor) {
            case START -> 0;
            case MIDDLE -> width / 2;
            case END -> width;
        };
        graphics.setFont(font);
        graphics.setColor(new Color(rgb));
        graphics.drawString(text, (float) (x - before), (float) y);
    }

    @Override
    public void textUpwards(double x, double y, String text, double size, int rgb) {
        AffineTransform upright = graphics.getTransform();
        graphics.translate(x, y);
        graphics.rotate(-Math.PI / 2);
        text(0, 0, text, Anchor.MIDDLE, size, false, rgb);
        graphics.setTransform(upright);
    }
}
