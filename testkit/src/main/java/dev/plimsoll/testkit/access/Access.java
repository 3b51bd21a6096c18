package dev.plimsoll.testkit.access;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tokens, and what their users may do. Who sends no token is {@link User#ADMIN}. Members of
 * system:masters may do everything, others what was allowed them; what is forbidden is forbidden to
 * all. In rules {@code *} stands for anything.
 */
public final class Access {
  private static final String ANY = "*";

  private record Rule(String user, String verb, String resource, String namespace) {
    boolean covers(User who, Attributes what) {
      return fits(user, who.name())
          && fits(verb, what.verb())
          && (fits(resource, what.resource()) || resource.equals(what.groupResource().toString()))
          && fits(namespace, what.namespace());
    }

    private static boolean fits(String pattern, String value) {
      return pattern.equals(ANY) || pattern.equals(value);
    }
  }

  private final Map<String, User> tokens = new ConcurrentHashMap<>();
  private final List<Rule> allowed = new CopyOnWriteArrayList<>();
  private final List<Rule> forbidden = new CopyOnWriteArrayList<>();

  /** Makes a token known. */
  public void token(String token, User user) {
    tokens.put(token, user);
  }

  /**
   * Allows something to a user.
   *
   * @param resource {@code pods}, {@code pods/binding}, {@code leases.coordination.k8s.io} or *
   * @param namespace "" for the cluster scope only, * for all
   */
  public void allow(String user, String verb, String resource, String namespace) {
    allowed.add(new Rule(user, verb, resource, namespace));
  }

  /** Forbids something in every namespace, also to masters. */
  public void forbid(String user, String verb, String resource) {
    forbidden.add(new Rule(user, verb, resource, ANY));
  }

  /** Lifts everything that was forbidden. */
  public void forbidNothing() {
    forbidden.clear();
  }

  /** Returns the user who sent a request; fails with 401 for an unknown token. */
  public User user(ApiRequest request) {
    String header = request.header("Authorization");
    if (header.isEmpty()) {
      return User.ADMIN;
    }
    return of(header.replaceFirst("(?i)^bearer ", ""))
        .orElseThrow(() -> StatusError.of(401, "Unauthorized", "Unauthorized"));
  }

  Optional<User> of(String token) {
    return Optional.ofNullable(tokens.get(token));
  }

  boolean may(User user, Attributes what) {
    if (forbidden.stream().anyMatch(rule -> rule.covers(user, what))) {
      return false;
    }
    return user.isMaster() || allowed.stream().anyMatch(rule -> rule.covers(user, what));
  }

  /** Denies with 403 what the sender of a request may not do. */
  public void check(ApiRequest request, Target target) {
    User user = user(request);
    Attributes what = Attributes.of(request, target);
    boolean aboutSelf = target.type().kind().startsWith("SelfSubject");
    if (!aboutSelf && !may(user, what)) {
      throw StatusError.forbidden(what.groupResource(), target.name(), what.forbiddenMessage(user));
    }
  }

  /** Whether a review's subject may do what it asks. */
  boolean may(User user, JsonObject resourceAttributes) {
    return may(user, Attributes.of(resourceAttributes));
  }

  static User subject(JsonObject spec) {
    return new User(
        JsonPaths.text(spec, "user"),
        JsonPaths.text(spec, "uid"),
        JsonPaths.strings(spec, "groups"));
  }
}
