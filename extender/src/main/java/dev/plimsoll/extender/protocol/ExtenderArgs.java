package dev.plimsoll.extender.protocol;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.watch.OversizedPods;
import dev.plimsoll.kubernetes.object.Pod;
import java.io.InputStream;
import java.util.Optional;

/**
 * The arguments of filter and prioritize.
 *
 * @param pod the pod; empty if it is larger than any that is read
 * @param candidates the nodes
 */
public record ExtenderArgs(Optional<Pod> pod, CandidateNodes candidates) {

  /** Most pods have some hundreds. */
  private static final int MOST_VALUES = 20_000;

  /**
   * Reads a body; whole nodes are kept, to go back as they came.
   *
   * @throws MalformedCallException if it isn't such a call
   */
  public static ExtenderArgs read(InputStream body) {
    return of(new Reading(new JsonScanner(body), true));
  }

  /**
   * Reads a body of whose nodes nothing is kept but their names.
   *
   * @throws MalformedCallException if it isn't such a call
   */
  public static ExtenderArgs readNames(InputStream body) {
    return of(new Reading(new JsonScanner(body), false));
  }

  private static ExtenderArgs of(Reading reading) {
    if (!reading.hasPod) {
      throw new MalformedCallException("Pod is missing");
    }
    if (reading.names.isPresent() == reading.nodes.isPresent()) {
      throw new MalformedCallException(
          reading.names.isPresent()
              ? "both Nodes and NodeNames are set, one must be null"
              : "neither Nodes nor NodeNames is set");
    }
    return new ExtenderArgs(reading.pod, reading.names.or(() -> reading.nodes).orElseThrow());
  }

  /** Reads the pod that stands next, unless it is larger than any that is kept of a cluster. */
  static Optional<Pod> pod(JsonScanner json) {
    return json.text(MOST_VALUES).flatMap(ExtenderArgs::pod);
  }

  private static Optional<Pod> pod(String text) {
    try {
      JsonElement tree = JsonParser.parseString(text);
      if (!(tree instanceof JsonObject object)) {
        throw new MalformedCallException("Pod must be an object");
      }
      JsonTree json = JsonTree.of(object);
      if (OversizedPods.isUnreadable(json)) {
        return Optional.empty();
      }
      Pod pod = (Pod) ObjectReader.read(OversizedPods.reduced(json), Pod.TYPE);
      if (pod.name().isEmpty() || pod.namespace().isEmpty()) {
        throw new MalformedCallException("Pod has no name or no namespace");
      }
      return Optional.of(pod);
    } catch (JsonParseException e) {
      throw new MalformedCallException("Pod is invalid JSON");
    } catch (DecodeException e) {
      if (e.isBeyondBounds()) {
        return Optional.empty();
      }
      throw new MalformedCallException("Pod: " + e.getMessage());
    }
  }

  private static final class Reading {
    private final JsonScanner json;
    private final boolean goBack;
    private boolean hasPod;
    private Optional<Pod> pod = Optional.empty();
    private Optional<CandidateNodes> names = Optional.empty();
    private Optional<CandidateNodes> nodes = Optional.empty();

    Reading(JsonScanner json, boolean goBack) {
      this.json = json;
      this.goBack = goBack;
      json.object(this::field);
      json.end();
    }

    private void field(String name) {
      if (json.isNull()) {
        return;
      }
      switch (name) {
        case "Pod" -> {
          hasPod = true;
          pod = pod(json);
        }
        case "NodeNames" -> names = Optional.of(CandidateNodes.byName(json));
        case "Nodes" -> json.object(this::inNodes);
        default -> json.skip();
      }
    }

    private void inNodes(String name) {
      if (name.equals("items")) {
        nodes = Optional.of(CandidateNodes.whole(json, goBack));
      } else {
        json.skip();
      }
    }
  }
}
