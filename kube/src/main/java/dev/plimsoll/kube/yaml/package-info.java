/**
 * YAML whose errors name the line: {@link dev.plimsoll.kube.yaml.YamlFile} reads files, {@link
 * dev.plimsoll.kube.yaml.Section} what stands in them.
 */
@NullMarked
package dev.plimsoll.kube.yaml;

import org.jspecify.annotations.NullMarked;
