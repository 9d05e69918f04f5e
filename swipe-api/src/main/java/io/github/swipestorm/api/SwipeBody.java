package io.github.swipestorm.api;

import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * The JSON body of a swipe; its form is checked, but not yet its users. Ids may be JSON strings or JSON integers, with
 * the same meaning.
 *
 * @param swiper decimal integer
 * @param swipee decimal integer
 * @param comment at most {@link #MOST_COMMENT_CODE_POINTS} code points, well-formed
 */
@JsonDeserialize(using = SwipeBodyDeserializer.class)
public record SwipeBody(String swiper, String swipee, String comment) {

    /** The longest comment, in Unicode code points. */
    public static final int MOST_COMMENT_CODE_POINTS = 256;

    public SwipeBody {
        UserKind.requireInteger("swiper", swiper);
        UserKind.requireInteger("swipee", swipee);
        requireComment(comment);
    }

    private static void requireComment(String comment) {
        int codePoints = comment.codePointCount(0, comment.length());
        if (codePoints > MOST_COMMENT_CODE_POINTS) {
            throw ApiException.badRequest(
                    "comment has " + codePoints + " characters, more than " + MOST_COMMENT_CODE_POINTS);
        }
        // JSON can escape half of a surrogate pair, which UTF-8 cannot represent.
        if (comment.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw ApiException.badRequest("comment holds an unpaired surrogate");
        }
    }

    /**
     * The swipe that this body describes.
     *
     * @throws ApiException with status 404 when swiper or swipee does not exist
     */
    public Swipe toSwipe(Direction direction) {
        return new Swipe(
                direction, UserKind.SWIPER.find("swiper", swiper), UserKind.SWIPEE.find("swipee", swipee), comment);
    }
}
