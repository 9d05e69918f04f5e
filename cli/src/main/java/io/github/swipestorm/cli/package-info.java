/** How is Swipestorm used from a command line? The program and the code that all its commands share. */
package io.github.swipestorm.cli;
