/** What do HTTP/1.1 requests and responses look like on the wire? A request encoder and a strict response parser. */
package io.github.swipestorm.client.transport.http1;
