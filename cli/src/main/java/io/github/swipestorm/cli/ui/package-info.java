/** How does a browser plan, start, watch and compare runs? The pages of {@code serve ui}. */
package io.github.swipestorm.cli.ui;
