/** What do the other studies send load to, and what does the choice of a lock change there? */
package io.github.swipestorm.study;
