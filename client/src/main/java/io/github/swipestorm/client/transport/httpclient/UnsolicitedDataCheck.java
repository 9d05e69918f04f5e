package io.github.swipestorm.client.transport.httpclient;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;

/**
 * Rejects unsolicited bytes: if the server has already sent data (for example a 408 before it closes an idle
 * connection), the exchange fails instead of taking that data for the next response. Thread-safe.
 */
final class UnsolicitedDataCheck extends HttpRequestExecutor {

    /** Long enough to read bytes that have already arrived. */
    private static final Timeout AT_ONCE = Timeout.ofMilliseconds(1);

    private final TlsSockets tls;

    UnsolicitedDataCheck(TlsSockets tls) {
        this.tls = tls;
    }

    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request,
            HttpClientConnection connection,
            HttpResponseInformationCallback onInformation,
            HttpContext context)
            throws IOException, HttpException {
        if (connection instanceof ManagedHttpClientConnection managed && spokeUnasked(managed)) {
            throw new ProtocolException("the server sent unsolicited bytes");
        }
        return super.execute(request, connection, onInformation, context);
    }

    private boolean spokeUnasked(ManagedHttpClientConnection connection) throws IOException {
        Socket socket = connection.getSocket();
        if (socket instanceof SSLSocket secured) {
            // It may be only a session ticket; that can be found out only by reading it.
            return tls.hasNews(secured) && connection.isDataAvailable(AT_ONCE);
        }
        return socket != null && socket.getInputStream().available() > 0;
    }
}
