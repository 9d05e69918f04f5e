package io.github.swipestorm.client.transport;

import java.io.IOException;
import java.net.Socket;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Sends a request only when the server has said nothing by itself. It may speak without being asked, with a 408 for
 * instance before it closes an idle connection; that must not be taken for the answer to the request that happens to
 * come next. TLS hides how much there is to read. For any number of threads.
 */
final class InStepExecutor extends HttpRequestExecutor {

    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request,
            HttpClientConnection connection,
            HttpResponseInformationCallback onInformation,
            HttpContext context)
            throws IOException, HttpException {
        if (connection instanceof ManagedHttpClientConnection managed && managed.getSSLSession() == null) {
            Socket socket = managed.getSocket();
            if (socket != null && socket.getInputStream().available() > 0) {
                throw new ProtocolException("the server sent bytes that nobody had asked for");
            }
        }
        return super.execute(request, connection, onInformation, context);
    }
}
