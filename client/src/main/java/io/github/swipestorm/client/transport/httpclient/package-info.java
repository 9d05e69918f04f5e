/** How does a thread send one request after the other with Apache HttpClient? */
package io.github.swipestorm.client.transport.httpclient;
