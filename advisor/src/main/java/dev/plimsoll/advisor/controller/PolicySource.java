package dev.plimsoll.advisor.controller;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The source of the applied policies: a file, or the cluster. */
public interface PolicySource {

  /**
   * Returns the policies of the cluster that apply. The list is empty if the applied policy is not
   * one of the cluster.
   *
   * @param stored the policies that the cluster has
   * @throws dev.plimsoll.kube.InputException if a named policy doesn't exist
   */
  List<JsonObject> chosen(List<JsonObject> stored);

  /**
   * Returns the kinds of suspended work that a file's policy counts; empty without a file.
   *
   * @throws dev.plimsoll.kube.InputException if the file holds no valid policy
   */
  Set<SuspendedDemand> suspendedDemand();

  /**
   * Returns an applied policy.
   *
   * @param chosen the policy of the cluster, if it is one of them
   * @param notes told where it is from, and what is odd about it
   * @throws dev.plimsoll.kube.InputException if it is invalid, by itself or for that cluster
   */
  CapacityPolicy read(Optional<JsonObject> chosen, Cluster cluster, Consumer<String> notes);
}
