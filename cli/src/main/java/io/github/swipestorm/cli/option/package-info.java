/** Which options are there, and what do they configure? */
package io.github.swipestorm.cli.option;
