/** How is Swipestorm used from a command line? The program and what all its commands share. */
package io.github.swipestorm.cli;
