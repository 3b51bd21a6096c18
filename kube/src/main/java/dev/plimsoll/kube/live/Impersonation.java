package dev.plimsoll.kube.live;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Acts as another user, as the fields {@code as}, {@code as-uid}, {@code as-groups} and {@code
 * as-user-extra} of a kubeconfig say. client-java ignores them.
 *
 * <p>Sources: {@code staging/src/k8s.io/client-go/tools/clientcmd/client_config.go}, {@code
 * staging/src/k8s.io/client-go/transport/round_trippers.go}.
 *
 * @param headers the headers of each request
 */
record Impersonation(Headers headers) implements Interceptor {
  private static final String LEGAL_IN_NAMES = "!#$&'*+-.^_`|~";

  /**
   * Returns the impersonation of a kubeconfig's user; empty without the field {@code as}.
   *
   * @throws IllegalArgumentException if a field can't be the value of a header
   */
  static Optional<Impersonation> of(Map<String, Object> user) {
    String name = KubeconfigFile.text(user.get("as"));
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Headers.Builder headers = new Headers.Builder();
    add(headers, "as", "Impersonate-User", List.of(name));
    String uid = KubeconfigFile.text(user.get("as-uid"));
    add(headers, "as-uid", "Impersonate-Uid", uid.isEmpty() ? List.of() : List.of(uid));
    add(headers, "as-groups", "Impersonate-Group", texts(user.get("as-groups")));
    if (user.get("as-user-extra") instanceof Map<?, ?> extra) {
      extra.forEach(
          (key, values) ->
              add(
                  headers,
                  "as-user-extra",
                  "Impersonate-Extra-" + escaped(KubeconfigFile.text(key)),
                  texts(values)));
    }
    return Optional.of(new Impersonation(headers.build()));
  }

  private static void add(
      Headers.Builder headers, String field, String header, List<String> values) {
    for (String value : values) {
      if (value.chars().anyMatch(Character::isISOControl)) {
        throw new IllegalArgumentException("the field " + field + " has a control character");
      }
      headers.addUnsafeNonAscii(header, value);
    }
  }

  private static List<String> texts(@Nullable Object list) {
    return list instanceof List<?> values
        ? values.stream().map(KubeconfigFile::text).toList()
        : List.of();
  }

  private static String escaped(String key) {
    StringBuilder name = new StringBuilder();
    for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean isLegal = (c < 128 && Character.isLetterOrDigit(c)) || LEGAL_IN_NAMES.indexOf(c) >= 0;
      name.append(isLegal ? Character.toString(c) : "%%%02X".formatted((int) c));
    }
    return name.toString();
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Headers all = chain.request().headers().newBuilder().addAll(headers).build();
    return chain.proceed(chain.request().newBuilder().headers(all).build());
  }
}
