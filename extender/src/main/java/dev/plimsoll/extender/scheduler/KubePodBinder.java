package dev.plimsoll.extender.scheduler;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.protocol.ExtenderBindingArgs;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;

/**
 * Binds pods through the API server, by UID, so that a pod of the same name isn't bound instead.
 */
public final class KubePodBinder implements PodBinder {
  private final BindingWriter writer;

  /** Creates objects in the API server, such as {@link Connection#post}. */
  @FunctionalInterface
  public interface BindingWriter {
    /** Creates one; it is tried once. */
    void post(String path, JsonObject object) throws StatusException;
  }

  /** Makes a binder that writes bindings so. */
  public KubePodBinder(BindingWriter writer) {
    this.writer = writer;
  }

  @Override
  public String bind(ExtenderBindingArgs binding) {
    JsonObject metadata = new JsonObject();
    metadata.addProperty("namespace", binding.podNamespace());
    metadata.addProperty("name", binding.podName());
    if (!binding.podUid().isEmpty()) {
      metadata.addProperty("uid", binding.podUid());
    }
    JsonObject target = new JsonObject();
    target.addProperty("apiVersion", "v1");
    target.addProperty("kind", "Node");
    target.addProperty("name", binding.node());
    JsonObject object = new JsonObject();
    object.addProperty("apiVersion", "v1");
    object.addProperty("kind", "Binding");
    object.add("metadata", metadata);
    object.add("target", target);
    String path =
        "/api/v1/namespaces/" + binding.podNamespace() + "/pods/" + binding.podName() + "/binding";
    try {
      writer.post(path, object);
      return "";
    } catch (StatusException | UnreachableException e) {
      String message = e.getMessage();
      return message == null || message.isEmpty() ? "the API server rejected the binding" : message;
    }
  }
}
