/** How are runs spread over agents, and how does this machine become one? */
package io.github.swipestorm.cli.agent;
