/** How are figures and foreign text written for a reader? Number formats and text that is safe to print. */
package io.github.swipestorm.client.text;
