package dev.plimsoll.testkit.verbs;

import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.faults.Faults;
import dev.plimsoll.testkit.faults.WatchSignals;
import dev.plimsoll.testkit.http.Answer;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.Target;

/** Finds what a request asks for. */
public final class Router {
  private final Backend backend;
  private final Get get;
  private final ListVerb list;
  private final Watch watch;
  private final Create create;

  public Router(Backend backend, WatchSignals signals, Faults faults) {
    this.backend = backend;
    this.get = new Get(backend);
    this.list = new ListVerb(backend);
    this.watch = new Watch(backend, signals, faults);
    this.create = new Create(backend);
  }

  /** The answer, or a StatusError thrown. */
  public Answer answer(ApiRequest request) throws InterruptedException {
    Target target =
        Target.parse(backend.types(), request.path()).orElseThrow(StatusError::noSuchPath);
    return verb(request, target).answer(request, target);
  }

  private Verb verb(ApiRequest request, Target target) {
    boolean named = !target.name().isEmpty();
    return switch (request.method()) {
      case "GET" -> request.flag("watch") ? watch : named ? get : list;
      case "POST" -> create;
      default -> throw StatusError.methodNotAllowed();
    };
  }
}
