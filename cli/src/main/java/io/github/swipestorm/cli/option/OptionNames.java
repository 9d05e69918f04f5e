package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.setting.SettingNames;
import java.util.EnumMap;
import java.util.Map;

/** Names settings by the options that set them, in every message of the library. A service of {@link SettingNames}. */
public final class OptionNames implements SettingNames {

    /** All names at once: a client that has no open file left cannot load the class behind a {@code switch}. */
    private final Map<Setting, String> names = new EnumMap<>(Setting.class);

    public OptionNames() {
        for (Setting setting : Setting.values()) {
            names.put(setting, option(setting));
        }
    }

    @Override
    public String of(Setting setting) {
        return names.get(setting);
    }

    private static String option(Setting setting) {
        return switch (setting) {
            case TARGET -> "--url";
            case PROXY -> "--proxy";
            case CREDENTIALS -> TransportOptions.USER;
            case FOLLOW_REDIRECTS -> "--follow-redirects";
            case WORKLOAD -> "--workload";
            case THREADS -> "--threads";
            case USERS -> "--users";
            case MAX_THREADS -> "--max-threads";
            case VIRTUAL_THREADS -> "--virtual-threads";
            case TRANSPORT -> "--transport";
            case EVENT_LOOPS -> "--event-loops";
            case PIPELINE -> "--pipeline";
            case HTTP -> "--http";
            case STREAMS -> "--streams";
            case CONNECTIONS -> "--connections";
            case SPIN -> "--spin";
            case NO_KEEP_ALIVE -> "--no-keepalive";
            case INSECURE -> "--insecure";
            case AUTHORITIES -> "--cacert";
            case CLIENT_CERTIFICATE -> "--client-cert";
            case CLIENT_CERTIFICATE_PASSWORD -> "--client-cert-password";
            case TLS_VERSIONS -> "--tls-versions";
            case CIPHERS -> "--ciphers";
            case TLS_PROVIDER -> "--tls-provider";
            case NO_TLS_RESUMPTION -> "--no-tls-resumption";
            case CONNECT_TIMEOUT -> "--connect-timeout";
            case RESPONSE_TIMEOUT -> "--response-timeout";
            case TOTAL_TIMEOUT -> "--total-timeout";
            case BATCH -> "--batch";
            case PRODUCERS -> "--producers";
            case QUEUE_CAPACITY -> "--queue-capacity";
            case RATE -> "--rate";
            case STAGES -> "--stages";
            case REQUESTS -> "--requests";
            case DURATION -> "--duration";
            case WARM_UP -> "--warmup";
            case WARM_UP_REQUESTS -> "--warmup-requests";
            case SELF_WARM_UP -> "--self-warmup";
            case RAMP_UP -> "--ramp-up";
            case RETRIES -> "--retries";
            case RETRY_BACKOFF -> "--retry-backoff";
            case GIVE_UP -> "--give-up";
            case TRACEPARENT -> "--traceparent";
            case SERVER_PID -> "--server-pid";
            case RECORDS -> "--records";
            case OUTPUT -> "--output";
            case REPEATS -> "--repeats";
            case SETTLE -> "--settle";
            case LIMITS -> "--fail-if";
            case NO_PROBE -> "--no-probe";
            case JOIN -> "--join";
            case AGENTS -> "--agents";
            case LISTEN -> "--listen";
            case MEMBER_CERTIFICATES -> "--cluster-tls";
            case DETAILS -> "--details";
            case THINK -> "--think";
        };
    }
}
