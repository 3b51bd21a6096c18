package dev.plimsoll.testkit.verbs;

import dev.plimsoll.testkit.access.Access;
import dev.plimsoll.testkit.access.Reviews;
import dev.plimsoll.testkit.api.ResourceType.Trait;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.faults.Faults;
import dev.plimsoll.testkit.faults.WatchSignals;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;
import java.util.Optional;

/** Finds what a request asks for. */
public final class Router {
  private final Backend backend;
  private final Access access;
  private final Verb get;
  private final Verb list;
  private final Verb watch;
  private final Verb create;
  private final Verb update;
  private final Verb patch;
  private final Verb delete;
  private final Verb deleteMany;
  private final Verb bind;
  private final Verb evict;

  public Router(Backend backend, Access access, WatchSignals signals, Faults faults) {
    this.backend = backend;
    this.access = access;
    this.get = new Get(backend);
    this.list = new ListVerb(backend);
    this.watch = new Watch(backend, signals, faults);
    this.create = new Create(backend);
    this.update = new Update(backend);
    this.patch = new Patch(backend);
    this.delete = new Delete(backend);
    this.deleteMany = new DeleteMany(backend);
    this.bind = new Bind(backend);
    this.evict = new Evict(backend);
  }

  /** The answer, or a StatusError thrown. */
  public ApiResponse answer(ApiRequest request) throws InterruptedException {
    access.user(request);
    Optional<ApiResponse> discovery =
        new DiscoveryDocuments(backend.types()).answer(request.path());
    return discovery.isPresent() ? discovery.get() : onResource(request);
  }

  private ApiResponse onResource(ApiRequest request) throws InterruptedException {
    Target target =
        Target.parse(backend.types(), request.path()).orElseThrow(StatusError::noSuchPath);
    access.check(request, target);
    return verb(request, target).answer(request, target);
  }

  private Verb verb(ApiRequest request, Target target) {
    if (!target.subresource().isEmpty()) {
      return subresource(request, target);
    }
    if (target.type().has(Trait.REVIEW)) {
      return request.method().equals("POST") ? new Reviews(access)::answer : methodNotAllowed();
    }
    boolean named = !target.name().isEmpty();
    return switch (request.method()) {
      case "GET" -> named ? get : request.flag("watch") ? watch : list;
      case "POST" -> named ? methodNotAllowed() : create;
      case "PUT" -> named ? update : methodNotAllowed();
      case "PATCH" -> named ? patch : methodNotAllowed();
      case "DELETE" -> named ? delete : deleteMany;
      default -> methodNotAllowed();
    };
  }

  private Verb subresource(ApiRequest request, Target target) {
    boolean status = target.subresource().equals("status") && target.type().has(Trait.STATUS);
    boolean resize = target.resource().equals("pods/resize");
    if (!status && !resize) {
      return switch (request.method() + " " + target.resource()) {
        case "POST pods/binding" -> bind;
        case "POST pods/eviction" -> evict;
        default -> throw StatusError.noSuchPath();
      };
    }
    return switch (request.method()) {
      case "GET" -> get;
      case "PUT" -> update;
      case "PATCH" -> patch;
      default -> methodNotAllowed();
    };
  }

  private static Verb methodNotAllowed() {
    throw StatusError.methodNotAllowed();
  }
}
