package io.github.swipestorm.client.transport.httpclient;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestWriter;
import org.apache.hc.core5.http.io.SessionOutputBuffer;
import org.apache.hc.core5.http.message.BasicLineFormatter;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * Writes the head of a request with each character as one byte, so that a header's UTF-8 arrives as it is. HttpClient's own
 * writer sends a question mark for some of the bytes. One instance per connection.
 */
final class RequestHeadWriter extends DefaultHttpRequestWriter {

    private final CharArrayBuffer line = new CharArrayBuffer(256);
    private byte[] bytes = new byte[256];

    @Override
    public void write(ClassicHttpRequest request, SessionOutputBuffer buffer, OutputStream out) throws IOException {
        line.clear();
        writeHeadLine(request, line);
        writeLine(buffer, out);
        for (Iterator<Header> headers = request.headerIterator(); headers.hasNext(); ) {
            line.clear();
            BasicLineFormatter.INSTANCE.formatHeader(line, headers.next());
            writeLine(buffer, out);
        }
        line.clear();
        writeLine(buffer, out);
    }

    private void writeLine(SessionOutputBuffer buffer, OutputStream out) throws IOException {
        int length = line.length();
        if (bytes.length < length + 2) {
            bytes = new byte[2 * length + 2];
        }
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) line.charAt(i);
        }
        bytes[length] = '\r';
        bytes[length + 1] = '\n';
        buffer.write(bytes, 0, length + 2, out);
    }
}
