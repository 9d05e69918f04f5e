/** Which files hold a result, and what is in them? */
package io.github.swipestorm.client.report.store;
