/** What can be set, how is it named, and what is wrong with a plan? */
package io.github.swipestorm.client.setting;
