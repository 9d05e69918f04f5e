package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.Setting;
import java.lang.reflect.InvocationTargetException;
import java.security.GeneralSecurityException;
import java.security.Provider;
import javax.net.ssl.SSLContext;

/** Which implementation of TLS a transport uses. */
public enum TlsProvider {
    /** The JVM's own, in Java; its elliptic curves make a full handshake several times as expensive as in C. */
    JDK,
    /** BoringSSL by way of Conscrypt, whose jar has to be on the class path. */
    CONSCRYPT;

    private static final String CONSCRYPT_CLASS = "org.conscrypt.OpenSSLProvider";

    /** The label that options and files use. */
    @Override
    public String toString() {
        return EnumLabels.of(this);
    }

    /**
     * A context that is not initialised yet.
     *
     * @throws PlanException when the provider is not there, or not for this machine
     */
    SSLContext context() throws GeneralSecurityException {
        return this == JDK ? SSLContext.getInstance("TLS") : SSLContext.getInstance("TLS", Conscrypt.provider());
    }

    /** Loaded when it is needed. */
    private static final class Conscrypt {

        private static Provider instance;

        private static synchronized Provider provider() {
            if (instance == null) {
                instance = load();
            }
            return instance;
        }

        private static Provider load() {
            try {
                return (Provider)
                        Class.forName(CONSCRYPT_CLASS).getDeclaredConstructor().newInstance();
            } catch (ClassNotFoundException e) {
                throw unusable("its jar, org.conscrypt:conscrypt-openjdk-uber, is not on the class path");
            } catch (InvocationTargetException | LinkageError e) {
                throw unusable("it has no native library for this machine");
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("Conscrypt has no usable constructor", e);
            }
        }

        private static PlanException unusable(String why) {
            return TlsContexts.unusable(Setting.TLS_PROVIDER, CONSCRYPT, why);
        }
    }
}
