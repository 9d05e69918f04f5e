/** What is exchanged with a server? Requests, responses, failures and the target, as immutable values. */
package io.github.swipestorm.client.http;
