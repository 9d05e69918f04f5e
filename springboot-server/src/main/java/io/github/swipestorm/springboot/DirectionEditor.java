package io.github.swipestorm.springboot;

import io.github.swipestorm.api.Direction;
import java.beans.PropertyEditorSupport;

/**
 * Reads a direction from the path. An editor and not a converter: when a converter refuses the text of an enum, Spring
 * goes on to try the names of its constants, and would take {@code LEFT} for {@code left}.
 */
final class DirectionEditor extends PropertyEditorSupport {

    @Override
    public void setAsText(String text) {
        setValue(Direction.parse(text));
    }
}
