/** Load tests as JUnit tests: {@link io.github.swipestorm.junit.LoadTest}. */
package io.github.swipestorm.junit;
