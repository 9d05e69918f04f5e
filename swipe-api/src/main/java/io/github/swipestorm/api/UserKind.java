package io.github.swipestorm.api;

/** The two kinds of user, and the ids that exist of each: 1 to {@link #highestId()}. */
public enum UserKind {
    SWIPER(5_000),
    SWIPEE(1_000_000);

    private final int highestId;

    UserKind(int highestId) {
        this.highestId = highestId;
    }

    /** The highest id that exists; the lowest is 1. */
    public int highestId() {
        return highestId;
    }

    /**
     * The user with an id.
     *
     * @param field name of the id in a message
     * @param id a decimal integer in canonical form: no plus sign, no leading zero
     * @throws ApiException with status 400 when it is not a decimal integer, 404 when no such user exists
     */
    int find(String field, String id) {
        requireInteger(field, id);
        // Ten characters are enough for every existing id; a longer number is not one and might not fit into a long.
        if (id.length() <= 10) {
            long value = Long.parseLong(id);
            if (value >= 1 && value <= highestId) {
                return (int) value;
            }
        }
        throw ApiException.userNotFound(field, id, this);
    }

    static void requireInteger(String field, String id) {
        if (!isInteger(id)) {
            throw ApiException.badRequest(field + " " + Quoted.of(id) + " is not a decimal integer");
        }
    }

    private static boolean isInteger(String id) {
        int first = id.startsWith("-") ? 1 : 0;
        if (first == id.length() || (id.charAt(first) == '0' && id.length() > 1)) {
            return false;
        }
        for (int i = first; i < id.length(); i++) {
            if (id.charAt(i) < '0' || id.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
