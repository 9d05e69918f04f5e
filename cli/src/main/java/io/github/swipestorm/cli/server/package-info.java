/** How is a server under test started and stopped as a separate process? */
package io.github.swipestorm.cli.server;
