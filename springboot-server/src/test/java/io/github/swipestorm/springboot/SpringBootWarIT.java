package io.github.swipestorm.springboot;

import io.github.swipestorm.api.contract.WarContract;

/** The WAR in a standalone Tomcat. */
class SpringBootWarIT extends WarContract {}
