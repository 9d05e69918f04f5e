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
 * Sends a request only when the server has said nothing by itself. It may speak without being asked, with a 408 for
 * instance before it closes an idle connection; that must not be taken for the answer to the request that happens to
 * come next. For any number of threads.
 */
final class UnsolicitedDataCheck extends HttpRequestExecutor {

    /** Long enough to read what has come already. */
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
            // What has come may be no more than a session ticket; only reading it tells.
            return tls.hasNews(secured) && connection.isDataAvailable(AT_ONCE);
        }
        return socket != null && socket.getInputStream().available() > 0;
    }
}
