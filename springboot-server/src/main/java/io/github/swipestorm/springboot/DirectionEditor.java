package io.github.swipestorm.springboot;

import io.github.swipestorm.api.Direction;
import java.beans.PropertyEditorSupport;

/**
 * Parses a direction from the path. An editor and not a converter: when a converter rejects the text of an enum, Spring
 * tries the names of its constants as well, and would accept {@code LEFT} for {@code left}.
 */
final class DirectionEditor extends PropertyEditorSupport {

    @Override
    public void setAsText(String text) {
        setValue(Direction.parse(text));
    }
}
