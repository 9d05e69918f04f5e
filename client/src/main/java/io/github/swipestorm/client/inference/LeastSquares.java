package io.github.swipestorm.client.inference;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresBuilder;
import org.apache.commons.math3.fitting.leastsquares.LevenbergMarquardtOptimizer;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.util.Pair;

/**
 * Fits the curve of a scalability law to measured throughputs: least squares by Levenberg and Marquardt, with sigma and
 * kappa of 0 or more. All values have the same weight, as in the published fits of the law.
 *
 * <p>Where the unconstrained best fit has a negative sigma or kappa, the constrained one has a 0 there or in the other;
 * each case is tried.
 */
final class LeastSquares {
    private static final double TOLERANCE = 1e-12;
    private static final int MOST_STEPS = 1_000;

    private final ScalabilityLaw law;
    private final double[] threads;

    /** @param threads the thread count of each value to come */
    LeastSquares(ScalabilityLaw law, double[] threads) {
        this.law = law;
        this.threads = threads;
    }

    /** @param values a throughput for each thread count, 0 or more */
    ScalabilityCurve fit(double[] values) {
        // In units of the highest value, so that tolerances mean the same for every server.
        double unit = Math.max(Double.MIN_NORMAL, Arrays.stream(values).max().orElseThrow());
        double[] scaled = Arrays.stream(values).map(value -> value / unit).toArray();
        boolean universal = law == ScalabilityLaw.UNIVERSAL;
        ScalabilityCurve nearest = optimum(scaled, true, universal)
                .or(() -> Stream.of(
                                optimum(scaled, true, false),
                                universal ? optimum(scaled, false, true) : Optional.<ScalabilityCurve>empty())
                        .flatMap(Optional::stream)
                        .min(Comparator.comparingDouble(curve -> squares(curve, scaled))))
                .orElseGet(() -> proportional(scaled));
        return new ScalabilityCurve(nearest.lambda() * unit, nearest.sigma(), nearest.kappa());
    }

    /** The sum of the squared distances of {@code values} from {@code curve}. */
    double squares(ScalabilityCurve curve, double[] values) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            double distance = values[i] - curve.throughput(threads[i]);
            sum += distance * distance;
        }
        return sum;
    }

    /**
     * The leverage of each value, 0 to 1: the diagonal of the hat matrix, which maps values to fitted values, from the
     * slopes at {@code curve}. The leverages sum to the number of parameters.
     */
    double[] leverages(ScalabilityCurve curve) {
        RealVector point = new ArrayRealVector(free(
                new double[] {curve.lambda(), curve.sigma(), curve.kappa()}, true, law == ScalabilityLaw.UNIVERSAL));
        RealMatrix orthogonal = new QRDecomposition(
                        model(point, true, law == ScalabilityLaw.UNIVERSAL).getSecond())
                .getQ();
        double[] leverages = new double[threads.length];
        for (int i = 0; i < leverages.length; i++) {
            for (int j = 0; j < law.parameters(); j++) {
                leverages[i] += orthogonal.getEntry(i, j) * orthogonal.getEntry(i, j);
            }
        }
        return leverages;
    }

    /** Sigma and kappa are 0, so that the least squares are those of a line through the origin. */
    private ScalabilityCurve proportional(double[] values) {
        double products = 0;
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            products += threads[i] * values[i];
            squares += threads[i] * threads[i];
        }
        return new ScalabilityCurve(products / squares, 0, 0);
    }

    /** The best fit with those of sigma and kappa that are free, the other 0; empty when one is negative in it. */
    private Optional<ScalabilityCurve> optimum(double[] values, boolean sigmaFree, boolean kappaFree) {
        try {
            RealVector found = new LevenbergMarquardtOptimizer()
                    .withCostRelativeTolerance(TOLERANCE)
                    .withParameterRelativeTolerance(TOLERANCE)
                    .optimize(new LeastSquaresBuilder()
                            .start(free(start(values), sigmaFree, kappaFree))
                            .target(values)
                            .model(point -> model(point, sigmaFree, kappaFree))
                            .maxEvaluations(MOST_STEPS)
                            .maxIterations(MOST_STEPS)
                            .build())
                    .getPoint();
            double sigma = sigmaFree ? found.getEntry(1) : 0;
            double kappa = kappaFree ? found.getEntry(found.getDimension() - 1) : 0;
            return found.getEntry(0) > 0 && sigma >= 0 && kappa >= 0
                    ? Optional.of(new ScalabilityCurve(found.getEntry(0), sigma, kappa))
                    : Optional.empty();
        } catch (MathIllegalStateException withoutEnd) {
            return Optional.empty();
        }
    }

    /**
     * An initial curve that begins with the best throughput per thread and bends so as to stay below the highest one.
     */
    private double[] start(double[] values) {
        double lambda = 0;
        double most = 1;
        for (int i = 0; i < values.length; i++) {
            lambda = Math.max(lambda, values[i] / threads[i]);
            most = Math.max(most, threads[i]);
        }
        return new double[] {lambda, Math.min(0.5, lambda), 1 / (most * most)};
    }

    private static double[] free(double[] all, boolean sigmaFree, boolean kappaFree) {
        if (sigmaFree && kappaFree) {
            return all;
        }
        return new double[] {all[0], sigmaFree ? all[1] : all[2]};
    }

    /** The curve's values and their derivatives by lambda, sigma and kappa. */
    private Pair<RealVector, RealMatrix> model(RealVector point, boolean sigmaFree, boolean kappaFree) {
        double lambda = point.getEntry(0);
        double sigma = sigmaFree ? point.getEntry(1) : 0;
        double kappa = kappaFree ? point.getEntry(point.getDimension() - 1) : 0;
        double[] values = new double[threads.length];
        double[][] slopes = new double[threads.length][];
        for (int i = 0; i < threads.length; i++) {
            double n = threads[i];
            // A step may reach a point where the denominator is not positive; such a curve must only appear bad enough
            // to be left.
            double slowdown = Math.max(1e-6, ScalabilityCurve.slowdown(n, sigma, kappa));
            values[i] = lambda * n / slowdown;
            double withSigma = -values[i] * (n - 1) / slowdown;
            slopes[i] = free(new double[] {n / slowdown, withSigma, n * withSigma}, sigmaFree, kappaFree);
        }
        return new Pair<>(new ArrayRealVector(values, false), new Array2DRowRealMatrix(slopes, false));
    }
}
