package io.github.swipestorm.client.text;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Finds the names that a mistyped word may have meant. */
public final class Suggestion {

    private Suggestion() {}

    /** The names nearest to a word, in alphabetical order, if it is near enough to be a typo. */
    public static List<String> similar(String word, Collection<String> names) {
        int most = Math.max(1, word.replaceFirst("^-+", "").length() / 3);
        TreeSet<Integer> distances = new TreeSet<>();
        names.forEach(name -> distances.add(distance(word, name)));
        return distances.isEmpty() || distances.first() > most || word.length() < 3
                ? List.of()
                : names.stream()
                        .filter(name -> distance(word, name) == distances.first())
                        .sorted()
                        .toList();
    }

    /** What follows the sentence "unknown ...": the similar names, or else all of them. */
    public static String remedy(String word, Collection<String> names) {
        List<String> meant = similar(word, names);
        return meant.isEmpty()
                ? ": use one of " + String.join(", ", names)
                : "; did you mean " + String.join(" or ", meant) + "?";
    }

    /**
     * The optimal string alignment distance: how many letters were left out, added, changed, or swapped with their
     * neighbours.
     */
    private static int distance(String a, String b) {
        int[][] costs = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    costs[i][j] = i + j;
                    continue;
                }
                int changed = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                costs[i][j] = Math.min(Math.min(costs[i - 1][j], costs[i][j - 1]) + 1, costs[i - 1][j - 1] + changed);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    costs[i][j] = Math.min(costs[i][j], costs[i - 2][j - 2] + 1);
                }
            }
        }
        return costs[a.length()][b.length()];
    }
}
