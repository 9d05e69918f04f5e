/** What does each command do? */
package io.github.swipestorm.cli.command;
