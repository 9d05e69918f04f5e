package io.github.swipestorm.servlet;

import io.github.swipestorm.api.contract.WarContract;

/** The WAR in a standalone Tomcat. */
class ServletWarIT extends WarContract {}
