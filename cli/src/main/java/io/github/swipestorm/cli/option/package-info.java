/** Which options are there, and what do they turn into? */
package io.github.swipestorm.cli.option;
