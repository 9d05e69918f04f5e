package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.setting.Setting;
import java.io.EOFException;
import java.net.SocketException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;

/** User-facing reasons for failed TLS handshakes: the JDK wraps the cause several exceptions deep. */
final class TlsErrorMessages {

    private static final String REMEDY = "; " + Setting.INSECURE + " sends to it all the same";

    private TlsErrorMessages() {}

    /** The reason, and the remedy where there is one. It may quote the server. */
    static String of(Exception thrown) {
        List<Throwable> causes = causes(thrown);
        for (Throwable cause : causes) {
            if (cause instanceof CertificateExpiredException) {
                return "its certificate has expired (" + cause.getMessage() + ")" + REMEDY;
            }
            if (cause instanceof CertificateNotYetValidException) {
                return "its certificate is not valid yet (" + cause.getMessage() + ")" + REMEDY;
            }
            if (cause instanceof CertPathBuilderException) {
                return "no trusted authority has signed its certificate: add it with " + Setting.AUTHORITIES + REMEDY;
            }
        }
        for (Throwable cause : causes) {
            if (cause instanceof SSLPeerUnverifiedException || isAboutTheName(cause)) {
                return "its certificate is for another host (" + cause.getMessage() + ")" + REMEDY;
            }
            if (cause instanceof EOFException || cause instanceof SocketException) {
                return "the connection ended in the TLS handshake";
            }
        }
        return String.valueOf(thrown.getMessage());
    }

    /** The JDK has no specific exception for a certificate whose names do not match. */
    private static boolean isAboutTheName(Throwable cause) {
        return cause.getClass() == CertificateException.class
                && String.valueOf(cause.getMessage()).startsWith("No ");
    }

    private static List<Throwable> causes(Throwable thrown) {
        List<Throwable> causes = new ArrayList<>();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable cause = thrown; cause != null && seen.add(cause); cause = cause.getCause()) {
            causes.add(cause);
        }
        return causes;
    }
}
