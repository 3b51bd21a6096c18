package dev.plimsoll.kube.live;

import io.kubernetes.client.openapi.ApiClient;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import okhttp3.Authenticator;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.Route;
import org.jspecify.annotations.Nullable;

/**
 * Gets a new token once the API server no longer accepts the old one, and sends the request again.
 * Tokens of credential plug-ins last for minutes, a watch lasts for days. client-java asks once.
 *
 * <p>Sources: {@code staging/src/k8s.io/client-go/plugin/pkg/client/auth/exec/exec.go}, {@code
 * staging/src/k8s.io/client-go/transport/token_source.go}.
 */
final class RenewedToken implements Authenticator {
  private static final String HEADER = "Authorization";
  private static final String BEARER = "Bearer ";

  /** So that a token that is never accepted starts no plug-in with each request. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final ApiClient client;
  private final Supplier<Optional<String>> source;
  private final LongSupplier nanos;

  private Optional<String> current = Optional.empty();
  private Optional<Long> renewed = Optional.empty();

  /**
   * Creates it for a client that has logged in.
   *
   * @param source gets a token; empty if there is none
   * @param nanos a clock that only goes on
   */
  RenewedToken(ApiClient client, Supplier<Optional<String>> source, LongSupplier nanos) {
    this.client = client;
    this.source = source;
    this.nanos = nanos;
  }

  @Override
  public synchronized @Nullable Request authenticate(@Nullable Route route, Response response) {
    if (response.priorResponse() != null) {
      return null;
    }
    Request request = response.request();
    Optional<String> sent = Optional.ofNullable(request.header(HEADER));
    if (current.isEmpty() || sent.equals(current.map(BEARER::concat))) {
      renew();
    }
    return current
        .map(token -> BEARER + token)
        .filter(header -> !sent.equals(Optional.of(header)))
        .map(header -> request.newBuilder().header(HEADER, header).build())
        .orElse(null);
  }

  private void renew() {
    long now = nanos.getAsLong();
    if (renewed.filter(before -> now - before < PAUSE.toNanos()).isEmpty()) {
      renewed = Optional.of(now);
      current = source.get();
      current.ifPresent(client::setApiKey);
    }
  }
}
