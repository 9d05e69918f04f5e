/** How is a server under test started and stopped as a process of its own? */
package io.github.swipestorm.cli.server;
