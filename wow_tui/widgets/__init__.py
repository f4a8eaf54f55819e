"""The widgets of the game screen. A widget knows no screen: it shows a view and tells what was picked."""
